-- Orders that were cancelled later, and customers who asked to be forgotten.
UPDATE d
SET d.email_domain = NULL, d.full_name = 'deleted'
FROM dw.dim_customer d
JOIN ods.customers c ON c.customer_id = d.customer_id
WHERE c.deleted;

INSERT OVERWRITE dw.fact_order_line PARTITION (dt)
SELECT f.order_id, f.line_no, f.customer_id, f.store_id, f.sku, f.quantity, f.amount, f.amount_eur,
  COALESCE(o.status, f.status), f.dt
FROM dw.fact_order_line f
LEFT ANTI JOIN ods.customers c ON c.customer_id = f.customer_id AND c.deleted
LEFT JOIN (
  SELECT order_id, MAX(status) AS status
  FROM ods.orders
  WHERE updated_at > created_at
  GROUP BY order_id
) o ON o.order_id = f.order_id
WHERE f.dt = '${bizdate}';
