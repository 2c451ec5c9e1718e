-- Who looked at a product, and who bought it.
CREATE VIEW IF NOT EXISTS dm.v_product_interest (sku, customer_id, interest, since) AS
SELECT sku, customer_id, 'looked', event_at
FROM dw.fact_web_event
WHERE event_type = 'view'
UNION ALL
SELECT l.sku, l.customer_id, 'bought', CAST(l.dt AS TIMESTAMP)
FROM dw.v_paid_line l;

ALTER VIEW dw.v_paid_line AS
SELECT *
FROM dw.fact_order_line
WHERE status IN ('PAID', 'SHIPPED', 'DELIVERED');
