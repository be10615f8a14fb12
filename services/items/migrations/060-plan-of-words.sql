-- Where two frequent words meet, the server's own figures, made for disks that turn, walked from the newest card although the index of words
-- was two to three times as fast: pages are in memory or nearly so, and a row costs more to look at than its page to fetch.
alter function items.find_newest(tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) set random_page_cost = 1;
alter function items.find_newest(tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) set cpu_tuple_cost = 0.2;
