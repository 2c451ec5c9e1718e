-- Customers, upserted into Kudu; the segment follows from what they bought so far.
USE dw;

UPSERT INTO dim_customer
WITH spent AS (
  SELECT customer_id, SUM(amount_eur) AS total
  FROM fact_order_line
  GROUP BY customer_id
)
SELECT
  c.customer_id,
  CONCAT_WS(' ', c.first_name, c.last_name),
  SPLIT_PART(c.email, '@', 2),
  c.country,
  IF(s.total > 10000, 'gold', IF(s.total > 1000, 'silver', 'basic')),
  NOW()
FROM ods.customers c
LEFT JOIN spent s USING (customer_id)
WHERE NOT c.deleted;
