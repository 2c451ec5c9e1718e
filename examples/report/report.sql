INSERT OVERWRITE dw.report_sales
SELECT o.region, SUM(o.amount) AS total_amount
FROM dw.fact_order o
WHERE o.dt = '2024-01-01'
GROUP BY o.region;
