-- Revenue by region and category, beside that of the day before.
INSERT OVERWRITE dm.sales_daily PARTITION (dt)
WITH daily AS (
  SELECT
    st.region,
    p.category,
    f.dt,
    COUNT(DISTINCT f.order_id) AS orders,
    SUM(f.amount_eur) AS revenue
  FROM dw.v_paid_line f
  JOIN [BROADCAST] dw.dim_store st ON st.store_id = f.store_id
  JOIN [BROADCAST] dw.dim_product p
    ON p.sku = f.sku AND f.dt BETWEEN p.valid_from AND p.valid_to
  GROUP BY st.region, p.category, f.dt
)
SELECT
  region,
  category,
  orders,
  revenue,
  LAG(revenue) OVER (PARTITION BY region, category ORDER BY dt),
  dt
FROM daily;
