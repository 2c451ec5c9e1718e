-- One day of order lines: amounts, and amounts in euro by the rate of the day.
INSERT OVERWRITE TABLE dw.fact_order_line PARTITION (dt = '${bizdate}')
SELECT
  o.order_id,
  l.line_no,
  o.customer_id,
  o.store_id,
  l.sku,
  l.quantity,
  l.quantity * l.unit_price - COALESCE(l.discount, 0) AS amount,
  CASE o.currency
    WHEN 'EUR' THEN l.quantity * l.unit_price - COALESCE(l.discount, 0)
    ELSE (l.quantity * l.unit_price - COALESCE(l.discount, 0)) * r.rate
  END AS amount_eur,
  UPPER(o.status) AS status
FROM ods.orders o
JOIN /* +shuffle */ ods.order_lines l ON l.order_id = o.order_id AND l.dt = o.dt
LEFT JOIN ods.exchange_rates r ON r.currency = o.currency AND r.rate_date = o.dt
WHERE o.dt = '${bizdate}'
  AND o.status <> 'CANCELLED';
