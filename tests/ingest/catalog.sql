CREATE TABLE dw.fact_order (id BIGINT, region STRING, amount DECIMAL(18,2), customer_id BIGINT, dt STRING);
CREATE TABLE dw.customer (id BIGINT, name STRING, level STRING);
CREATE TABLE dw.report_sales (region STRING, total DECIMAL(18,2));
