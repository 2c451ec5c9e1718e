-- A source that the catalog does not know: its edges are to be confirmed.
INSERT OVERWRITE dm.campaign_report
SELECT f.campaign, SUM(f.clicks) AS clicks, MAX(p.revenue) AS best_day
FROM ext.ad_feed f
JOIN dm.sales_daily p ON p.dt = f.dt
GROUP BY f.campaign;
