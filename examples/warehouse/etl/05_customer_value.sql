-- What each customer is worth, ranked.
INSERT OVERWRITE dm.customer_value
SELECT
  v.customer_id,
  d.full_name,
  v.lifetime_value,
  v.last_order,
  RANK() OVER (ORDER BY v.lifetime_value DESC)
FROM (
  SELECT customer_id, SUM(amount_eur) AS lifetime_value, MAX(dt) AS last_order
  FROM dw.v_paid_line
  GROUP BY customer_id
  HAVING SUM(amount_eur) > 0
) v
JOIN dw.dim_customer d ON d.customer_id = v.customer_id;
