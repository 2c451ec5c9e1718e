-- A table made on the way, read by the next statement.
CREATE TABLE dm.tmp_looked STORED AS PARQUET AS
SELECT e.sku, e.customer_id, MIN(e.event_at) AS first_look, COUNT(*) AS looks
FROM dw.fact_web_event e
WHERE e.event_type = 'view'
  AND e.dt >= '${bizdate_30}'
GROUP BY e.sku, e.customer_id;

CREATE TABLE dm.conversion AS
SELECT
  p.brand,
  COUNT(DISTINCT t.customer_id) AS lookers,
  COUNT(DISTINCT f.customer_id) AS buyers,
  COUNT(DISTINCT f.customer_id) / COUNT(DISTINCT t.customer_id) AS rate
FROM dm.tmp_looked t
JOIN dw.dim_product p ON p.sku = t.sku
LEFT JOIN dw.v_paid_line f ON f.sku = t.sku AND f.customer_id = t.customer_id
GROUP BY p.brand;

DROP TABLE dm.tmp_looked;
