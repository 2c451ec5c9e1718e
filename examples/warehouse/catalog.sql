-- A small warehouse in Impala: ods holds what the sources deliver, dw the facts and dimensions,
-- dm what reports read.

CREATE TABLE ods.orders (
  order_id BIGINT,
  customer_id BIGINT,
  store_id INT,
  status STRING,
  currency STRING,
  created_at TIMESTAMP,
  updated_at TIMESTAMP
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE ods.order_lines (
  order_id BIGINT,
  line_no INT,
  sku STRING,
  quantity INT,
  unit_price DECIMAL(12,2),
  discount DECIMAL(12,2)
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE ods.customers (
  customer_id BIGINT,
  first_name STRING,
  last_name STRING,
  email STRING,
  country STRING,
  registered_on STRING,
  deleted BOOLEAN
)
STORED AS PARQUET;

CREATE TABLE ods.exchange_rates (
  currency STRING,
  rate_date STRING,
  rate DECIMAL(18,6)
)
STORED AS PARQUET;

-- What the shop's pages report: a session with its events, nested.
CREATE TABLE ods.web_sessions (
  session_id STRING,
  customer_id BIGINT,
  device STRUCT<os: STRING, browser: STRING, mobile: BOOLEAN>,
  events ARRAY<STRUCT<event_type: STRING, sku: STRING, happened_at: TIMESTAMP>>,
  tags MAP<STRING, STRING>
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE dw.dim_product (
  sku STRING,
  product_name STRING,
  category STRING,
  brand STRING,
  valid_from STRING,
  valid_to STRING
)
STORED AS PARQUET;

CREATE TABLE dw.dim_store (
  store_id INT,
  store_name STRING,
  city STRING,
  region STRING
)
STORED AS PARQUET;

-- Kudu: customers change, and are upserted.
CREATE TABLE dw.dim_customer (
  customer_id BIGINT,
  full_name STRING,
  email_domain STRING,
  country STRING,
  segment STRING,
  updated_at TIMESTAMP,
  PRIMARY KEY (customer_id)
)
PARTITION BY HASH (customer_id) PARTITIONS 16
STORED AS KUDU;

CREATE TABLE dw.fact_order_line (
  order_id BIGINT,
  line_no INT,
  customer_id BIGINT,
  store_id INT,
  sku STRING,
  quantity INT,
  amount DECIMAL(18,2),
  amount_eur DECIMAL(18,2),
  status STRING
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE dw.fact_web_event (
  session_id STRING,
  customer_id BIGINT,
  event_type STRING,
  sku STRING,
  event_at TIMESTAMP,
  mobile BOOLEAN
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE dm.sales_daily (
  region STRING,
  category STRING,
  orders BIGINT,
  revenue DECIMAL(18,2),
  revenue_last_day DECIMAL(18,2)
)
PARTITIONED BY (dt STRING)
STORED AS PARQUET;

CREATE TABLE dm.customer_value (
  customer_id BIGINT,
  full_name STRING,
  lifetime_value DECIMAL(18,2),
  last_order STRING,
  value_rank BIGINT
)
STORED AS PARQUET;

CREATE VIEW dw.v_paid_line AS
SELECT order_id, line_no, customer_id, store_id, sku, quantity, amount_eur, dt
FROM dw.fact_order_line
WHERE status IN ('PAID', 'SHIPPED');
