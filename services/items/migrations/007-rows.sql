-- The second line of a row was the text that search reads. It says now what types/*/index.ts (getRow) says.
update items.item set line = left(concat_ws(' · ',
  coalesce(nullif(data ->> 'siteName', ''), substring(data ->> 'url' from '^https?://(?:www\.)?([^/?#]+)')),
  case when (data ->> 'wordCount')::int > 0 then greatest(1, round((data ->> 'wordCount')::int / 230.0)) || ' min read' end,
  nullif(trim(regexp_replace(left(coalesce(nullif(body, ''), data ->> 'description', ''), 2000), '\s+', ' ', 'g')), '')), 240)
where type = 'bookmark';

update items.item set line = left(concat_ws(' · ',
  coalesce(nullif(data #>> '{from,0,name}', ''), data #>> '{from,0,address}'),
  nullif(trim(regexp_replace(left(body, 2000), '\s+', ' ', 'g')), '')), 240)
where type = 'mail';

update items.item set line = left(concat_ws(' · ',
  case data ->> 'priority' when 'high' then 'High priority' when 'medium' then 'Medium priority' when 'low' then 'Low priority' end,
  (select count(*) filter (where (step ->> 'done')::boolean) || ' of ' || count(*) || ' steps'
    from jsonb_array_elements(data -> 'checklist') step having count(*) > 0),
  nullif(trim(regexp_replace(left(body, 2000), '\s+', ' ', 'g')), '')), 240)
where type = 'task';
