-- Queries of the shape of TPC-DS's, in Impala's SQL.
USE tpcds;

-- 1: customers who return more than others at the same store
with customer_total_return as (
  select
    sr_customer_sk as ctr_customer_sk,
    sr_store_sk as ctr_store_sk,
    sum(sr_return_amt) as ctr_total_return
  from
    store_returns,
    date_dim
  where
    sr_returned_date_sk = d_date_sk
    and d_year = 2000
  group by
    sr_customer_sk,
    sr_store_sk)
select
  c_customer_id
from
  customer_total_return ctr1,
  store,
  customer
where
  ctr1.ctr_total_return > (
    select avg(ctr_total_return) * 1.2
    from customer_total_return ctr2
    where ctr1.ctr_store_sk = ctr2.ctr_store_sk)
  and s_store_sk = ctr1.ctr_store_sk
  and s_state = 'TN'
  and ctr1.ctr_customer_sk = c_customer_sk
order by
  c_customer_id
limit 100;

-- 2: week over week sales of two channels
with wscs as (
  select sold_date_sk, sales_price
  from (
    select ws_sold_date_sk sold_date_sk, ws_ext_sales_price sales_price
    from web_sales
    union all
    select cs_sold_date_sk sold_date_sk, cs_ext_sales_price sales_price
    from catalog_sales) x),
wswscs as (
  select
    d_week_seq,
    sum(case when (d_day_name = 'Sunday') then sales_price else null end) sun_sales,
    sum(case when (d_day_name = 'Monday') then sales_price else null end) mon_sales,
    sum(case when (d_day_name = 'Tuesday') then sales_price else null end) tue_sales,
    sum(case when (d_day_name = 'Wednesday') then sales_price else null end) wed_sales,
    sum(case when (d_day_name = 'Thursday') then sales_price else null end) thu_sales,
    sum(case when (d_day_name = 'Friday') then sales_price else null end) fri_sales,
    sum(case when (d_day_name = 'Saturday') then sales_price else null end) sat_sales
  from wscs, date_dim
  where d_date_sk = sold_date_sk
  group by d_week_seq)
select
  d_week_seq1,
  round(sun_sales1 / sun_sales2, 2),
  round(mon_sales1 / mon_sales2, 2),
  round(tue_sales1 / tue_sales2, 2),
  round(wed_sales1 / wed_sales2, 2),
  round(thu_sales1 / thu_sales2, 2),
  round(fri_sales1 / fri_sales2, 2),
  round(sat_sales1 / sat_sales2, 2)
from (
  select
    wswscs.d_week_seq d_week_seq1,
    sun_sales sun_sales1, mon_sales mon_sales1, tue_sales tue_sales1, wed_sales wed_sales1,
    thu_sales thu_sales1, fri_sales fri_sales1, sat_sales sat_sales1
  from wswscs, date_dim
  where date_dim.d_week_seq = wswscs.d_week_seq and d_year = 2001) y,
  (select
    wswscs.d_week_seq d_week_seq2,
    sun_sales sun_sales2, mon_sales mon_sales2, tue_sales tue_sales2, wed_sales wed_sales2,
    thu_sales thu_sales2, fri_sales fri_sales2, sat_sales sat_sales2
  from wswscs, date_dim
  where date_dim.d_week_seq = wswscs.d_week_seq and d_year = 2001 + 1) z
where
  d_week_seq1 = d_week_seq2 - 53
order by
  d_week_seq1;

-- 3: brands of one manufacturer by year
select
  dt.d_year,
  item.i_brand_id brand_id,
  item.i_brand brand,
  sum(ss_ext_sales_price) sum_agg
from
  date_dim dt,
  store_sales,
  item
where
  dt.d_date_sk = store_sales.ss_sold_date_sk
  and store_sales.ss_item_sk = item.i_item_sk
  and item.i_manufact_id = 128
  and dt.d_moy = 11
group by
  dt.d_year,
  item.i_brand,
  item.i_brand_id
order by
  dt.d_year,
  sum_agg desc,
  brand_id
limit 100;

-- 4: customers whose catalog sales grow faster than their store sales
with year_total as (
  select
    c_customer_id customer_id,
    c_first_name customer_first_name,
    c_last_name customer_last_name,
    c_preferred_cust_flag customer_preferred_cust_flag,
    c_birth_country customer_birth_country,
    c_login customer_login,
    c_email_address customer_email_address,
    d_year dyear,
    sum(((ss_ext_list_price - ss_ext_wholesale_cost - ss_ext_discount_amt) + ss_ext_sales_price) / 2) year_total,
    's' sale_type
  from customer, store_sales, date_dim
  where c_customer_sk = ss_customer_sk and ss_sold_date_sk = d_date_sk
  group by c_customer_id, c_first_name, c_last_name, c_preferred_cust_flag, c_birth_country, c_login,
    c_email_address, d_year
  union all
  select
    c_customer_id customer_id,
    c_first_name customer_first_name,
    c_last_name customer_last_name,
    c_preferred_cust_flag customer_preferred_cust_flag,
    c_birth_country customer_birth_country,
    c_login customer_login,
    c_email_address customer_email_address,
    d_year dyear,
    sum((((cs_ext_list_price - cs_ext_wholesale_cost - cs_ext_discount_amt) + cs_ext_sales_price) / 2)) year_total,
    'c' sale_type
  from customer, catalog_sales, date_dim
  where c_customer_sk = cs_bill_customer_sk and cs_sold_date_sk = d_date_sk
  group by c_customer_id, c_first_name, c_last_name, c_preferred_cust_flag, c_birth_country, c_login,
    c_email_address, d_year)
select
  t_s_secyear.customer_id,
  t_s_secyear.customer_first_name,
  t_s_secyear.customer_last_name,
  t_s_secyear.customer_preferred_cust_flag
from
  year_total t_s_firstyear,
  year_total t_s_secyear,
  year_total t_c_firstyear,
  year_total t_c_secyear
where
  t_s_secyear.customer_id = t_s_firstyear.customer_id
  and t_s_firstyear.customer_id = t_c_secyear.customer_id
  and t_s_firstyear.customer_id = t_c_firstyear.customer_id
  and t_s_firstyear.sale_type = 's'
  and t_c_firstyear.sale_type = 'c'
  and t_s_secyear.sale_type = 's'
  and t_c_secyear.sale_type = 'c'
  and t_s_firstyear.dyear = 2001
  and t_s_secyear.dyear = 2001 + 1
  and t_c_firstyear.dyear = 2001
  and t_c_secyear.dyear = 2001 + 1
  and t_s_firstyear.year_total > 0
  and t_c_firstyear.year_total > 0
  and case when t_c_firstyear.year_total > 0 then t_c_secyear.year_total / t_c_firstyear.year_total else null end
    > case when t_s_firstyear.year_total > 0 then t_s_secyear.year_total / t_s_firstyear.year_total else null end
order by
  t_s_secyear.customer_id,
  t_s_secyear.customer_first_name,
  t_s_secyear.customer_last_name,
  t_s_secyear.customer_preferred_cust_flag
limit 100;

-- 5: profit and loss of three channels, rolled up
with ssr as (
  select s_store_id, sum(sales_price) as sales, sum(profit) as profit, sum(return_amt) as `returns`,
    sum(net_loss) as profit_loss
  from (
    select ss_store_sk as store_sk, ss_sold_date_sk as date_sk, ss_ext_sales_price as sales_price,
      ss_net_profit as profit, cast(0 as decimal(7,2)) as return_amt, cast(0 as decimal(7,2)) as net_loss
    from store_sales
    union all
    select sr_store_sk as store_sk, sr_returned_date_sk as date_sk, cast(0 as decimal(7,2)) as sales_price,
      cast(0 as decimal(7,2)) as profit, sr_return_amt as return_amt, sr_net_loss as net_loss
    from store_returns) salesreturns, date_dim, store
  where date_sk = d_date_sk
    and cast(d_date as timestamp) between cast('2000-08-23' as timestamp)
      and (cast('2000-08-23' as timestamp) + interval 14 days)
    and store_sk = s_store_sk
  group by s_store_id),
wsr as (
  select web_site_id, sum(sales_price) as sales, sum(profit) as profit, sum(return_amt) as `returns`,
    sum(net_loss) as profit_loss
  from (
    select ws_web_site_sk as wsr_web_site_sk, ws_sold_date_sk as date_sk, ws_ext_sales_price as sales_price,
      ws_net_profit as profit, cast(0 as decimal(7,2)) as return_amt, cast(0 as decimal(7,2)) as net_loss
    from web_sales
    union all
    select ws_web_site_sk as wsr_web_site_sk, wr_returned_date_sk as date_sk,
      cast(0 as decimal(7,2)) as sales_price, cast(0 as decimal(7,2)) as profit,
      wr_return_amt as return_amt, wr_net_loss as net_loss
    from web_returns left outer join web_sales on (wr_item_sk = ws_item_sk and wr_order_number = ws_order_number)
    ) salesreturns, date_dim, web_site
  where date_sk = d_date_sk
    and cast(d_date as timestamp) between cast('2000-08-23' as timestamp)
      and (cast('2000-08-23' as timestamp) + interval 14 days)
    and wsr_web_site_sk = web_site_sk
  group by web_site_id)
select channel, id, sum(sales) as sales, sum(`returns`) as `returns`, sum(profit) as profit
from (
  select 'store channel' as channel, concat('store', s_store_id) as id, sales, `returns`,
    (profit - profit_loss) as profit
  from ssr
  union all
  select 'web channel' as channel, concat('web_site', web_site_id) as id, sales, `returns`,
    (profit - profit_loss) as profit
  from wsr) x
group by rollup(channel, id)
order by channel, id
limit 100;

-- 6: states with customers who buy dear items
select
  a.ca_state state,
  count(*) cnt
from
  customer_address a,
  customer c,
  store_sales s,
  date_dim d,
  item i
where
  a.ca_address_sk = c.c_current_addr_sk
  and c.c_customer_sk = s.ss_customer_sk
  and s.ss_sold_date_sk = d.d_date_sk
  and s.ss_item_sk = i.i_item_sk
  and d.d_month_seq = (
    select distinct (d_month_seq)
    from date_dim
    where d_year = 2001 and d_moy = 1)
  and i.i_current_price > 1.2 * (
    select avg(j.i_current_price)
    from item j
    where j.i_category = i.i_category)
group by
  a.ca_state
having
  count(*) >= 10
order by
  cnt,
  a.ca_state
limit 100;

-- 7: averages by item for one demographic
select
  i_item_id,
  avg(ss_quantity) agg1,
  avg(ss_list_price) agg2,
  avg(ss_coupon_amt) agg3,
  avg(ss_sales_price) agg4
from
  store_sales,
  customer_demographics,
  date_dim,
  item,
  promotion
where
  ss_sold_date_sk = d_date_sk
  and ss_item_sk = i_item_sk
  and ss_cdemo_sk = cd_demo_sk
  and ss_promo_sk = p_promo_sk
  and cd_gender = 'M'
  and cd_marital_status = 'S'
  and cd_education_status = 'College'
  and (p_channel_email = 'N' or p_channel_event = 'N')
  and d_year = 2000
group by
  i_item_id
order by
  i_item_id
limit 100;

-- 8: profit by store near given postal codes
select
  s_store_name,
  sum(ss_net_profit)
from
  store_sales,
  date_dim,
  store,
  (select ca_zip
   from (
     select substr(ca_zip, 1, 5) ca_zip
     from customer_address
     where substr(ca_zip, 1, 5) in ('24128', '76232', '65084', '87816', '83926', '77556', '20548', '26231',
       '43848', '15126', '91137', '61265', '98294', '25782', '17920', '18426', '98235', '40081', '84093',
       '28577', '55565', '17183', '54601', '67897', '22752', '86284', '18376', '38607', '45200', '21756')
     union all
     select ca_zip
     from (
       select substr(ca_zip, 1, 5) ca_zip, count(*) cnt
       from customer_address, customer
       where ca_address_sk = c_current_addr_sk and c_preferred_cust_flag = 'Y'
       group by ca_zip
       having count(*) > 10) a1) a2) v1
where
  ss_store_sk = s_store_sk
  and ss_sold_date_sk = d_date_sk
  and d_qoy = 2
  and d_year = 1998
  and (substr(s_zip, 1, 2) = substr(v1.ca_zip, 1, 2))
group by
  s_store_name
order by
  s_store_name
limit 100;

-- 9: buckets of quantities
select
  case when (select count(*) from store_sales where ss_quantity between 1 and 20) > 74129
    then (select avg(ss_ext_discount_amt) from store_sales where ss_quantity between 1 and 20)
    else (select avg(ss_net_paid) from store_sales where ss_quantity between 1 and 20) end bucket1,
  case when (select count(*) from store_sales where ss_quantity between 21 and 40) > 122840
    then (select avg(ss_ext_discount_amt) from store_sales where ss_quantity between 21 and 40)
    else (select avg(ss_net_paid) from store_sales where ss_quantity between 21 and 40) end bucket2,
  case when (select count(*) from store_sales where ss_quantity between 41 and 60) > 56580
    then (select avg(ss_ext_discount_amt) from store_sales where ss_quantity between 41 and 60)
    else (select avg(ss_net_paid) from store_sales where ss_quantity between 41 and 60) end bucket3
from
  reason
where
  r_reason_sk = 1;

-- 10: demographics of customers who buy through several channels
select
  cd_gender,
  cd_marital_status,
  cd_education_status,
  count(*) cnt1,
  cd_purchase_estimate,
  count(*) cnt2,
  cd_credit_rating,
  count(*) cnt3,
  cd_dep_count,
  count(*) cnt4
from
  customer c,
  customer_address ca,
  customer_demographics
where
  c.c_current_addr_sk = ca.ca_address_sk
  and ca_county in ('Rush County', 'Toole County', 'Jefferson County', 'Dona Ana County', 'La Porte County')
  and cd_demo_sk = c.c_current_cdemo_sk
  and exists (
    select *
    from store_sales, date_dim
    where c.c_customer_sk = ss_customer_sk
      and ss_sold_date_sk = d_date_sk
      and d_year = 2002
      and d_moy between 1 and 1 + 3)
  and exists (
    select *
    from (
      select ws_bill_customer_sk as customer_sk, d_year, d_moy
      from web_sales, date_dim
      where ws_sold_date_sk = d_date_sk and d_year = 2002
      union all
      select cs_ship_customer_sk as customer_sk, d_year, d_moy
      from catalog_sales, date_dim
      where cs_sold_date_sk = d_date_sk and d_year = 2002) x
    where c.c_customer_sk = customer_sk)
group by
  cd_gender,
  cd_marital_status,
  cd_education_status,
  cd_purchase_estimate,
  cd_credit_rating,
  cd_dep_count
order by
  cd_gender,
  cd_marital_status,
  cd_education_status,
  cd_purchase_estimate,
  cd_credit_rating,
  cd_dep_count
limit 100;

-- 12: share of revenue within a class
select
  i_item_id,
  i_item_desc,
  i_category,
  i_class,
  i_current_price,
  sum(ws_ext_sales_price) as itemrevenue,
  sum(ws_ext_sales_price) * 100 / sum(sum(ws_ext_sales_price)) over (partition by i_class) as revenueratio
from
  web_sales,
  item,
  date_dim
where
  ws_item_sk = i_item_sk
  and i_category in ('Sports', 'Books', 'Home')
  and ws_sold_date_sk = d_date_sk
  and cast(d_date as timestamp) between cast('1999-02-22' as timestamp)
    and (cast('1999-02-22' as timestamp) + interval 30 days)
group by
  i_item_id,
  i_item_desc,
  i_category,
  i_class,
  i_current_price
order by
  i_category,
  i_class,
  i_item_id,
  i_item_desc,
  revenueratio
limit 100;

-- 13: averages under alternative conditions
select
  avg(ss_quantity),
  avg(ss_ext_sales_price),
  avg(ss_ext_wholesale_cost),
  sum(ss_ext_wholesale_cost)
from
  store_sales,
  store,
  customer_demographics,
  household_demographics,
  customer_address,
  date_dim
where
  s_store_sk = ss_store_sk
  and ss_sold_date_sk = d_date_sk
  and d_year = 2001
  and ((ss_hdemo_sk = hd_demo_sk
      and cd_demo_sk = ss_cdemo_sk
      and cd_marital_status = 'M'
      and cd_education_status = 'Advanced Degree'
      and ss_sales_price between 100.00 and 150.00
      and hd_dep_count = 3)
    or (ss_hdemo_sk = hd_demo_sk
      and cd_demo_sk = ss_cdemo_sk
      and cd_marital_status = 'S'
      and cd_education_status = 'College'
      and ss_sales_price between 50.00 and 100.00
      and hd_dep_count = 1))
  and ((ss_addr_sk = ca_address_sk
      and ca_country = 'United States'
      and ca_state in ('TX', 'OH', 'TX')
      and ss_net_profit between 100 and 200)
    or (ss_addr_sk = ca_address_sk
      and ca_country = 'United States'
      and ca_state in ('OR', 'NM', 'KY')
      and ss_net_profit between 150 and 300));

-- 15: catalog sales by postal code
select
  ca_zip,
  sum(cs_sales_price)
from
  catalog_sales,
  customer,
  customer_address,
  date_dim
where
  cs_bill_customer_sk = c_customer_sk
  and c_current_addr_sk = ca_address_sk
  and (substr(ca_zip, 1, 5) in ('85669', '86197', '88274', '83405', '86475', '85392', '85460', '80348', '81792')
    or ca_state in ('CA', 'WA', 'GA')
    or cs_sales_price > 500)
  and cs_sold_date_sk = d_date_sk
  and d_qoy = 2
  and d_year = 2001
group by
  ca_zip
order by
  ca_zip
limit 100;

-- 17: quantities sold, returned and bought again
select
  i_item_id,
  i_item_desc,
  s_state,
  count(ss_quantity) as store_sales_quantitycount,
  avg(ss_quantity) as store_sales_quantityave,
  stddev_samp(ss_quantity) as store_sales_quantitystdev,
  stddev_samp(ss_quantity) / avg(ss_quantity) as store_sales_quantitycov,
  count(sr_return_quantity) as store_returns_quantitycount,
  avg(sr_return_quantity) as store_returns_quantityave,
  stddev_samp(sr_return_quantity) as store_returns_quantitystdev,
  count(cs_quantity) as catalog_sales_quantitycount,
  avg(cs_quantity) as catalog_sales_quantityave,
  stddev_samp(cs_quantity) / avg(cs_quantity) as catalog_sales_quantitycov
from
  store_sales,
  store_returns,
  catalog_sales,
  date_dim d1,
  date_dim d2,
  date_dim d3,
  store,
  item
where
  d1.d_quarter_name = '2001Q1'
  and d1.d_date_sk = ss_sold_date_sk
  and i_item_sk = ss_item_sk
  and s_store_sk = ss_store_sk
  and ss_customer_sk = sr_customer_sk
  and ss_item_sk = sr_item_sk
  and ss_ticket_number = sr_ticket_number
  and sr_returned_date_sk = d2.d_date_sk
  and d2.d_quarter_name in ('2001Q1', '2001Q2', '2001Q3')
  and sr_customer_sk = cs_bill_customer_sk
  and sr_item_sk = cs_item_sk
  and cs_sold_date_sk = d3.d_date_sk
  and d3.d_quarter_name in ('2001Q1', '2001Q2', '2001Q3')
group by
  i_item_id,
  i_item_desc,
  s_state
order by
  i_item_id,
  i_item_desc,
  s_state
limit 100;

-- 19: brands bought away from home
select
  i_brand_id brand_id,
  i_brand brand,
  i_manufact_id,
  i_manufact,
  sum(ss_ext_sales_price) ext_price
from
  date_dim,
  store_sales,
  item,
  customer,
  customer_address,
  store
where
  d_date_sk = ss_sold_date_sk
  and ss_item_sk = i_item_sk
  and i_manager_id = 8
  and d_moy = 11
  and d_year = 1998
  and ss_customer_sk = c_customer_sk
  and c_current_addr_sk = ca_address_sk
  and substr(ca_zip, 1, 5) <> substr(s_zip, 1, 5)
  and ss_store_sk = s_store_sk
group by
  i_brand,
  i_brand_id,
  i_manufact_id,
  i_manufact
order by
  ext_price desc,
  i_brand,
  i_brand_id,
  i_manufact_id,
  i_manufact
limit 100;

-- 21: stock before and after a price change
select
  *
from (
  select
    w_warehouse_name,
    i_item_id,
    sum(case when (cast(d_date as timestamp) < cast('2000-03-11' as timestamp))
      then inv_quantity_on_hand else 0 end) as inv_before,
    sum(case when (cast(d_date as timestamp) >= cast('2000-03-11' as timestamp))
      then inv_quantity_on_hand else 0 end) as inv_after
  from
    inventory,
    warehouse,
    item,
    date_dim
  where
    i_current_price between 0.99 and 1.49
    and i_item_sk = inv_item_sk
    and inv_warehouse_sk = w_warehouse_sk
    and inv_date_sk = d_date_sk
    and cast(d_date as timestamp) between (cast('2000-03-11' as timestamp) - interval 30 days)
      and (cast('2000-03-11' as timestamp) + interval 30 days)
  group by
    w_warehouse_name,
    i_item_id) x
where
  (case when inv_before > 0 then inv_after / inv_before else null end) between 2.0 / 3.0 and 3.0 / 2.0
order by
  w_warehouse_name,
  i_item_id
limit 100;

-- 22: stock rolled up over the product hierarchy
select
  i_product_name,
  i_brand,
  i_class,
  i_category,
  avg(inv_quantity_on_hand) qoh
from
  inventory,
  date_dim,
  item
where
  inv_date_sk = d_date_sk
  and inv_item_sk = i_item_sk
  and d_month_seq between 1200 and 1200 + 11
group by rollup(
  i_product_name,
  i_brand,
  i_class,
  i_category)
order by
  qoh,
  i_product_name,
  i_brand,
  i_class,
  i_category
limit 100;

-- 23: best customers of frequently sold items
with frequent_ss_items as (
  select substr(i_item_desc, 1, 30) itemdesc, i_item_sk item_sk, d_date solddate, count(*) cnt
  from store_sales, date_dim, item
  where ss_sold_date_sk = d_date_sk and ss_item_sk = i_item_sk and d_year in (2000, 2000 + 1, 2000 + 2, 2000 + 3)
  group by substr(i_item_desc, 1, 30), i_item_sk, d_date
  having count(*) > 4),
max_store_sales as (
  select max(csales) tpcds_cmax
  from (
    select c_customer_sk, sum(ss_quantity * ss_sales_price) csales
    from store_sales, customer, date_dim
    where ss_customer_sk = c_customer_sk
      and ss_sold_date_sk = d_date_sk
      and d_year in (2000, 2000 + 1, 2000 + 2, 2000 + 3)
    group by c_customer_sk) x),
best_ss_customer as (
  select c_customer_sk, sum(ss_quantity * ss_sales_price) ssales
  from store_sales, customer
  where ss_customer_sk = c_customer_sk
  group by c_customer_sk
  having sum(ss_quantity * ss_sales_price) > (50 / 100.0) * (select * from max_store_sales))
select c_last_name, c_first_name, sales
from (
  select c_last_name, c_first_name, sum(cs_quantity * cs_list_price) sales
  from catalog_sales, customer, date_dim
  where d_year = 2000
    and d_moy = 2
    and cs_sold_date_sk = d_date_sk
    and cs_item_sk in (select item_sk from frequent_ss_items)
    and cs_bill_customer_sk in (select c_customer_sk from best_ss_customer)
    and cs_bill_customer_sk = c_customer_sk
  group by c_last_name, c_first_name
  union all
  select c_last_name, c_first_name, sum(ws_quantity * ws_list_price) sales
  from web_sales, customer, date_dim
  where d_year = 2000
    and d_moy = 2
    and ws_sold_date_sk = d_date_sk
    and ws_item_sk in (select item_sk from frequent_ss_items)
    and ws_bill_customer_sk in (select c_customer_sk from best_ss_customer)
    and ws_bill_customer_sk = c_customer_sk
  group by c_last_name, c_first_name) y
order by c_last_name, c_first_name, sales
limit 100;

-- 25: store profit, returns and later catalog purchases
select
  i_item_id,
  i_item_desc,
  s_store_id,
  s_store_name,
  sum(ss_net_profit) as store_sales_profit,
  sum(sr_net_loss) as store_returns_loss,
  sum(cs_net_profit) as catalog_sales_profit
from
  store_sales
  join store_returns on ss_customer_sk = sr_customer_sk and ss_item_sk = sr_item_sk
    and ss_ticket_number = sr_ticket_number
  join catalog_sales on sr_customer_sk = cs_bill_customer_sk and sr_item_sk = cs_item_sk
  join date_dim d1 on d1.d_date_sk = ss_sold_date_sk
  join date_dim d2 on sr_returned_date_sk = d2.d_date_sk
  join date_dim d3 on cs_sold_date_sk = d3.d_date_sk
  join store on s_store_sk = ss_store_sk
  join item on i_item_sk = ss_item_sk
where
  d1.d_moy = 4
  and d1.d_year = 2001
  and d2.d_moy between 4 and 10
  and d2.d_year = 2001
  and d3.d_moy between 4 and 10
  and d3.d_year = 2001
group by
  i_item_id,
  i_item_desc,
  s_store_id,
  s_store_name
order by
  i_item_id,
  i_item_desc,
  s_store_id,
  s_store_name
limit 100;

-- 31: counties where web sales grow faster than store sales
with ss as (
  select ca_county, d_qoy, d_year, sum(ss_ext_sales_price) as store_sales
  from store_sales, date_dim, customer_address
  where ss_sold_date_sk = d_date_sk and ss_addr_sk = ca_address_sk
  group by ca_county, d_qoy, d_year),
ws as (
  select ca_county, d_qoy, d_year, sum(ws_ext_sales_price) as web_sales
  from web_sales, date_dim, customer_address
  where ws_sold_date_sk = d_date_sk and ws_bill_addr_sk = ca_address_sk
  group by ca_county, d_qoy, d_year)
select
  ss1.ca_county,
  ss1.d_year,
  ws2.web_sales / ws1.web_sales web_q1_q2_increase,
  ss2.store_sales / ss1.store_sales store_q1_q2_increase,
  ws3.web_sales / ws2.web_sales web_q2_q3_increase,
  ss3.store_sales / ss2.store_sales store_q2_q3_increase
from
  ss ss1, ss ss2, ss ss3, ws ws1, ws ws2, ws ws3
where
  ss1.d_qoy = 1
  and ss1.d_year = 2000
  and ss1.ca_county = ss2.ca_county
  and ss2.d_qoy = 2
  and ss2.d_year = 2000
  and ss2.ca_county = ss3.ca_county
  and ss3.d_qoy = 3
  and ss3.d_year = 2000
  and ss1.ca_county = ws1.ca_county
  and ws1.d_qoy = 1
  and ws1.d_year = 2000
  and ws1.ca_county = ws2.ca_county
  and ws2.d_qoy = 2
  and ws2.d_year = 2000
  and ws1.ca_county = ws3.ca_county
  and ws3.d_qoy = 3
  and ws3.d_year = 2000
  and case when ws1.web_sales > 0 then ws2.web_sales / ws1.web_sales else null end
    > case when ss1.store_sales > 0 then ss2.store_sales / ss1.store_sales else null end
order by
  ss1.ca_county;

-- 33: manufacturers over all channels
with ss as (
  select i_manufact_id, sum(ss_ext_sales_price) total_sales
  from store_sales, date_dim, customer_address, item
  where i_manufact_id in (select i_manufact_id from item where i_category in ('Electronics'))
    and ss_item_sk = i_item_sk
    and ss_sold_date_sk = d_date_sk
    and d_year = 1998
    and d_moy = 5
    and ss_addr_sk = ca_address_sk
    and ca_gmt_offset = -5
  group by i_manufact_id),
cs as (
  select i_manufact_id, sum(cs_ext_sales_price) total_sales
  from catalog_sales, date_dim, customer_address, item
  where i_manufact_id in (select i_manufact_id from item where i_category in ('Electronics'))
    and cs_item_sk = i_item_sk
    and cs_sold_date_sk = d_date_sk
    and d_year = 1998
    and d_moy = 5
    and cs_bill_addr_sk = ca_address_sk
    and ca_gmt_offset = -5
  group by i_manufact_id),
ws as (
  select i_manufact_id, sum(ws_ext_sales_price) total_sales
  from web_sales, date_dim, customer_address, item
  where i_manufact_id in (select i_manufact_id from item where i_category in ('Electronics'))
    and ws_item_sk = i_item_sk
    and ws_sold_date_sk = d_date_sk
    and d_year = 1998
    and d_moy = 5
    and ws_bill_addr_sk = ca_address_sk
    and ca_gmt_offset = -5
  group by i_manufact_id)
select i_manufact_id, sum(total_sales) total_sales
from (
  select * from ss
  union all
  select * from cs
  union all
  select * from ws) tmp1
group by i_manufact_id
order by total_sales
limit 100;

-- 36: gross margin ranked within its parent
select
  sum(ss_net_profit) / sum(ss_ext_sales_price) as gross_margin,
  i_category,
  i_class,
  grouping(i_category) + grouping(i_class) as lochierarchy,
  rank() over (
    partition by grouping(i_category) + grouping(i_class), case when grouping(i_class) = 0 then i_category end
    order by sum(ss_net_profit) / sum(ss_ext_sales_price) asc) as rank_within_parent
from
  store_sales,
  date_dim d1,
  item,
  store
where
  d1.d_year = 2001
  and d1.d_date_sk = ss_sold_date_sk
  and i_item_sk = ss_item_sk
  and s_store_sk = ss_store_sk
  and s_state in ('TN', 'TN', 'TN', 'TN')
group by rollup(i_category, i_class)
order by
  lochierarchy desc,
  case when grouping(i_category) + grouping(i_class) = 0 then i_category end,
  rank_within_parent
limit 100;

-- 39: items whose stock varies
with inv as (
  select w_warehouse_name, w_warehouse_sk, i_item_sk, d_moy, stdev, mean,
    case mean when 0 then null else stdev / mean end cov
  from (
    select w_warehouse_name, w_warehouse_sk, i_item_sk, d_moy, stddev_samp(inv_quantity_on_hand) stdev,
      avg(inv_quantity_on_hand) mean
    from inventory, item, warehouse, date_dim
    where inv_item_sk = i_item_sk
      and inv_warehouse_sk = w_warehouse_sk
      and inv_date_sk = d_date_sk
      and d_year = 2001
    group by w_warehouse_name, w_warehouse_sk, i_item_sk, d_moy) foo
  where case mean when 0 then 0 else stdev / mean end > 1)
select
  inv1.w_warehouse_sk, inv1.i_item_sk, inv1.d_moy, inv1.mean, inv1.cov,
  inv2.w_warehouse_sk, inv2.i_item_sk, inv2.d_moy, inv2.mean, inv2.cov
from
  inv inv1, inv inv2
where
  inv1.i_item_sk = inv2.i_item_sk
  and inv1.w_warehouse_sk = inv2.w_warehouse_sk
  and inv1.d_moy = 1
  and inv2.d_moy = 1 + 1
order by
  inv1.w_warehouse_sk, inv1.i_item_sk, inv1.d_moy, inv1.mean, inv1.cov, inv2.d_moy, inv2.mean, inv2.cov;

-- 44: best and worst performing items
select
  asceding.rnk,
  i1.i_product_name best_performing,
  i2.i_product_name worst_performing
from (
  select *
  from (
    select item_sk, rank() over (order by rank_col asc) rnk
    from (
      select ss_item_sk item_sk, avg(ss_net_profit) rank_col
      from store_sales ss1
      where ss_store_sk = 4
      group by ss_item_sk
      having avg(ss_net_profit) > 0.9 * (
        select avg(ss_net_profit) rank_col
        from store_sales
        where ss_store_sk = 4 and ss_addr_sk is null
        group by ss_store_sk)) v1) v11
  where rnk < 11) asceding,
  (select *
  from (
    select item_sk, rank() over (order by rank_col desc) rnk
    from (
      select ss_item_sk item_sk, avg(ss_net_profit) rank_col
      from store_sales ss1
      where ss_store_sk = 4
      group by ss_item_sk
      having avg(ss_net_profit) > 0.9 * (
        select avg(ss_net_profit) rank_col
        from store_sales
        where ss_store_sk = 4 and ss_addr_sk is null
        group by ss_store_sk)) v2) v21
  where rnk < 11) descending,
  item i1,
  item i2
where
  asceding.rnk = descending.rnk
  and i1.i_item_sk = asceding.item_sk
  and i2.i_item_sk = descending.item_sk
order by
  asceding.rnk
limit 100;

-- 47: months that differ from the yearly average, with their neighbours
with v1 as (
  select
    i_category, i_brand, s_store_name, s_company_name, d_year, d_moy,
    sum(ss_sales_price) sum_sales,
    avg(sum(ss_sales_price)) over (
      partition by i_category, i_brand, s_store_name, s_company_name, d_year) avg_monthly_sales,
    rank() over (
      partition by i_category, i_brand, s_store_name, s_company_name
      order by d_year, d_moy) rn
  from item, store_sales, date_dim, store
  where ss_item_sk = i_item_sk
    and ss_sold_date_sk = d_date_sk
    and ss_store_sk = s_store_sk
    and (d_year = 1999 or (d_year = 1999 - 1 and d_moy = 12) or (d_year = 1999 + 1 and d_moy = 1))
  group by i_category, i_brand, s_store_name, s_company_name, d_year, d_moy),
v2 as (
  select v1.i_category, v1.i_brand, v1.s_store_name, v1.s_company_name, v1.d_year, v1.d_moy,
    v1.avg_monthly_sales, v1.sum_sales, v1_lag.sum_sales psum, v1_lead.sum_sales nsum
  from v1, v1 v1_lag, v1 v1_lead
  where v1.i_category = v1_lag.i_category
    and v1.i_category = v1_lead.i_category
    and v1.i_brand = v1_lag.i_brand
    and v1.i_brand = v1_lead.i_brand
    and v1.s_store_name = v1_lag.s_store_name
    and v1.s_store_name = v1_lead.s_store_name
    and v1.rn = v1_lag.rn + 1
    and v1.rn = v1_lead.rn - 1)
select *
from v2
where d_year = 1999
  and avg_monthly_sales > 0
  and case when avg_monthly_sales > 0 then abs(sum_sales - avg_monthly_sales) / avg_monthly_sales
    else null end > 0.1
order by sum_sales - avg_monthly_sales, s_store_name
limit 100;

-- 51: where cumulative web sales exceed cumulative store sales
with web_v1 as (
  select ws_item_sk item_sk, d_date,
    sum(sum(ws_sales_price)) over (
      partition by ws_item_sk order by d_date rows between unbounded preceding and current row) cume_sales
  from web_sales, date_dim
  where ws_sold_date_sk = d_date_sk and d_month_seq between 1200 and 1200 + 11 and ws_item_sk is not null
  group by ws_item_sk, d_date),
store_v1 as (
  select ss_item_sk item_sk, d_date,
    sum(sum(ss_sales_price)) over (
      partition by ss_item_sk order by d_date rows between unbounded preceding and current row) cume_sales
  from store_sales, date_dim
  where ss_sold_date_sk = d_date_sk and d_month_seq between 1200 and 1200 + 11 and ss_item_sk is not null
  group by ss_item_sk, d_date)
select *
from (
  select item_sk, d_date, web_sales, store_sales,
    max(web_sales) over (
      partition by item_sk order by d_date rows between unbounded preceding and current row) web_cumulative,
    max(store_sales) over (
      partition by item_sk order by d_date rows between unbounded preceding and current row) store_cumulative
  from (
    select
      case when web.item_sk is not null then web.item_sk else store.item_sk end item_sk,
      case when web.d_date is not null then web.d_date else store.d_date end d_date,
      web.cume_sales web_sales,
      store.cume_sales store_sales
    from web_v1 web full outer join store_v1 store on (web.item_sk = store.item_sk and web.d_date = store.d_date)) x
  ) y
where web_cumulative > store_cumulative
order by item_sk, d_date
limit 100;

-- 58: items sold evenly over all channels
with ss_items as (
  select i_item_id item_id, sum(ss_ext_sales_price) ss_item_rev
  from store_sales, item, date_dim
  where ss_item_sk = i_item_sk
    and d_date in (
      select d_date from date_dim
      where d_week_seq = (select d_week_seq from date_dim where d_date = '2000-01-03'))
    and ss_sold_date_sk = d_date_sk
  group by i_item_id),
ws_items as (
  select i_item_id item_id, sum(ws_ext_sales_price) ws_item_rev
  from web_sales, item, date_dim
  where ws_item_sk = i_item_sk
    and d_date in (
      select d_date from date_dim
      where d_week_seq = (select d_week_seq from date_dim where d_date = '2000-01-03'))
    and ws_sold_date_sk = d_date_sk
  group by i_item_id)
select
  ss_items.item_id,
  ss_item_rev,
  ss_item_rev / ((ss_item_rev + ws_item_rev) / 2) * 100 ss_dev,
  ws_item_rev,
  ws_item_rev / ((ss_item_rev + ws_item_rev) / 2) * 100 ws_dev,
  (ss_item_rev + ws_item_rev) / 2 average
from ss_items, ws_items
where ss_items.item_id = ws_items.item_id
  and ss_item_rev between 0.9 * ws_item_rev and 1.1 * ws_item_rev
order by item_id, ss_item_rev
limit 100;

-- 67: best hundred of each category
select
  *
from (
  select
    i_category, i_class, i_brand, i_product_name, d_year, d_qoy, d_moy, s_store_id, sumsales,
    rank() over (partition by i_category order by sumsales desc) rk
  from (
    select
      i_category, i_class, i_brand, i_product_name, d_year, d_qoy, d_moy, s_store_id,
      sum(coalesce(ss_sales_price * ss_quantity, 0)) sumsales
    from store_sales, date_dim, store, item
    where ss_sold_date_sk = d_date_sk
      and ss_item_sk = i_item_sk
      and ss_store_sk = s_store_sk
      and d_month_seq between 1200 and 1200 + 11
    group by rollup(i_category, i_class, i_brand, i_product_name, d_year, d_qoy, d_moy, s_store_id)) dw1) dw2
where
  rk <= 100
order by
  i_category, i_class, i_brand, i_product_name, d_year, d_qoy, d_moy, s_store_id, sumsales, rk
limit 100;

-- 76: sales with a missing key, by channel
select
  channel, col_name, d_year, d_qoy, i_category, count(*) sales_cnt, sum(ext_sales_price) sales_amt
from (
  select 'store' as channel, 'ss_store_sk' col_name, d_year, d_qoy, i_category, ss_ext_sales_price ext_sales_price
  from store_sales, item, date_dim
  where ss_store_sk is null and ss_sold_date_sk = d_date_sk and ss_item_sk = i_item_sk
  union all
  select 'web' as channel, 'ws_ship_customer_sk' col_name, d_year, d_qoy, i_category,
    ws_ext_sales_price ext_sales_price
  from web_sales, item, date_dim
  where ws_ship_customer_sk is null and ws_sold_date_sk = d_date_sk and ws_item_sk = i_item_sk
  union all
  select 'catalog' as channel, 'cs_ship_addr_sk' col_name, d_year, d_qoy, i_category,
    cs_ext_sales_price ext_sales_price
  from catalog_sales, item, date_dim
  where cs_ship_addr_sk is null and cs_sold_date_sk = d_date_sk and cs_item_sk = i_item_sk) foo
group by
  channel, col_name, d_year, d_qoy, i_category
order by
  channel, col_name, d_year, d_qoy, i_category
limit 100;

-- 88: visits in half-hours
select
  *
from
  (select count(*) h8_30_to_9
   from store_sales, household_demographics, time_dim, store
   where ss_sold_time_sk = time_dim.t_time_sk
     and ss_hdemo_sk = household_demographics.hd_demo_sk
     and ss_store_sk = s_store_sk
     and time_dim.t_hour = 8
     and time_dim.t_minute >= 30
     and ((household_demographics.hd_dep_count = 4 and household_demographics.hd_vehicle_count <= 4 + 2)
       or (household_demographics.hd_dep_count = 2 and household_demographics.hd_vehicle_count <= 2 + 2))
     and store.s_store_name = 'ese') s1,
  (select count(*) h9_to_9_30
   from store_sales, household_demographics, time_dim, store
   where ss_sold_time_sk = time_dim.t_time_sk
     and ss_hdemo_sk = household_demographics.hd_demo_sk
     and ss_store_sk = s_store_sk
     and time_dim.t_hour = 9
     and time_dim.t_minute < 30
     and ((household_demographics.hd_dep_count = 4 and household_demographics.hd_vehicle_count <= 4 + 2)
       or (household_demographics.hd_dep_count = 2 and household_demographics.hd_vehicle_count <= 2 + 2))
     and store.s_store_name = 'ese') s2;

-- 94: orders shipped from several warehouses and never returned
select
  count(distinct ws_order_number) as order_count,
  sum(ws_ext_ship_cost) as total_shipping_cost,
  sum(ws_net_profit) as total_net_profit
from
  web_sales ws1,
  date_dim,
  customer_address,
  web_site
where
  cast(d_date as timestamp) between cast('1999-02-01' as timestamp)
    and (cast('1999-02-01' as timestamp) + interval 60 days)
  and ws1.ws_ship_date_sk = d_date_sk
  and ws1.ws_ship_addr_sk = ca_address_sk
  and ca_state = 'IL'
  and ws1.ws_web_site_sk = web_site_sk
  and web_company_name = 'pri'
  and exists (
    select *
    from web_sales ws2
    where ws1.ws_order_number = ws2.ws_order_number
      and ws1.ws_warehouse_sk <> ws2.ws_warehouse_sk)
  and not exists (
    select *
    from web_returns wr1
    where ws1.ws_order_number = wr1.wr_order_number)
order by
  count(distinct ws_order_number)
limit 100;

-- 97: customers by the channels they use
with ssci as (
  select ss_customer_sk customer_sk, ss_item_sk item_sk
  from store_sales, date_dim
  where ss_sold_date_sk = d_date_sk and d_month_seq between 1200 and 1200 + 11
  group by ss_customer_sk, ss_item_sk),
csci as (
  select cs_bill_customer_sk customer_sk, cs_item_sk item_sk
  from catalog_sales, date_dim
  where cs_sold_date_sk = d_date_sk and d_month_seq between 1200 and 1200 + 11
  group by cs_bill_customer_sk, cs_item_sk)
select
  sum(case when ssci.customer_sk is not null and csci.customer_sk is null then 1 else 0 end) store_only,
  sum(case when ssci.customer_sk is null and csci.customer_sk is not null then 1 else 0 end) catalog_only,
  sum(case when ssci.customer_sk is not null and csci.customer_sk is not null then 1 else 0 end) store_and_catalog
from ssci full outer join csci on (ssci.customer_sk = csci.customer_sk and ssci.item_sk = csci.item_sk)
limit 100;

-- 99: days until shipment
select
  substr(w_warehouse_name, 1, 20),
  sm_type,
  cc_name,
  sum(case when (cs_ship_date_sk - cs_sold_date_sk <= 30) then 1 else 0 end) as `30 days`,
  sum(case when (cs_ship_date_sk - cs_sold_date_sk > 30)
    and (cs_ship_date_sk - cs_sold_date_sk <= 60) then 1 else 0 end) as `31-60 days`,
  sum(case when (cs_ship_date_sk - cs_sold_date_sk > 60)
    and (cs_ship_date_sk - cs_sold_date_sk <= 90) then 1 else 0 end) as `61-90 days`,
  sum(case when (cs_ship_date_sk - cs_sold_date_sk > 120) then 1 else 0 end) as `>120 days`
from
  catalog_sales,
  warehouse,
  ship_mode,
  call_center,
  date_dim
where
  d_month_seq between 1200 and 1200 + 11
  and cs_ship_date_sk = d_date_sk
  and cs_warehouse_sk = w_warehouse_sk
  and cs_ship_mode_sk = sm_ship_mode_sk
  and cs_call_center_sk = cc_call_center_sk
group by
  substr(w_warehouse_name, 1, 20),
  sm_type,
  cc_name
order by
  substr(w_warehouse_name, 1, 20),
  sm_type,
  cc_name
limit 100;
