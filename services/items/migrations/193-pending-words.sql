-- Words of new cards wait in a list before they are put into the index, and every search reads all of it. Up to 4 MB it
-- was a good part of a search, and whoever filled it waited until all of them were put away: on the embedded database
-- everybody else too. An eighth of that is read and put away an eighth at a time, for no more work in all.
alter index items.item_search set (gin_pending_list_limit = 512);
alter index items.item_tags set (gin_pending_list_limit = 512);
