-- Words go into the index with their card. Those that waited in a list were read by every search, a good part of it
-- while an import filled the list, and the request that filled it wrote all of them: on the embedded database everybody
-- waited. A card takes a tenth longer to store.
alter index items.item_search set (fastupdate = off);
alter index items.item_tags set (fastupdate = off);
select gin_clean_pending_list('items.item_search'), gin_clean_pending_list('items.item_tags');
