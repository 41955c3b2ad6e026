-- Every order that was ever placed. Rows are never deleted.
create table orders (id integer primary key, customer text not null, placed_at text not null, cents integer not null);

-- No index on placed_at: the report for the tax office reads every row.
create index orders_by_customer on orders (customer);
