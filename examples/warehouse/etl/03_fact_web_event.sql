-- The events inside the sessions, one row each.
INSERT INTO dw.fact_web_event PARTITION (dt)
SELECT
  s.session_id,
  s.customer_id,
  e.item.event_type,
  e.item.sku,
  e.item.happened_at,
  s.device.mobile,
  s.dt
FROM ods.web_sessions s, s.events e
WHERE s.dt = '${bizdate}';
