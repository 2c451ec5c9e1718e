-- A report's own query: the three best products of each category.
SELECT category, product_name, revenue
FROM (
  SELECT
    p.category,
    p.product_name,
    SUM(f.amount_eur) AS revenue,
    ROW_NUMBER() OVER (PARTITION BY p.category ORDER BY SUM(f.amount_eur) DESC) AS place
  FROM dw.fact_order_line f
  JOIN dw.dim_product p ON p.sku = f.sku
  WHERE f.dt BETWEEN '${month_start}' AND '${bizdate}'
  GROUP BY p.category, p.product_name
) ranked
WHERE place <= 3
ORDER BY category, revenue DESC
LIMIT 100;
