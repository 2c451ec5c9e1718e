CREATE TABLE dw.fact_order (order_id BIGINT, region STRING, amount DECIMAL(12,2), dt STRING);
CREATE TABLE dw.report_sales (region STRING, total_amount DECIMAL(38,2));
