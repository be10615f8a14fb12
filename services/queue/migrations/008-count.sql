-- How many entries wait, which every page asks: counted without reading an entry.
create index entry_waiting on queue.entry (user_id, state, snooze_until, agent_state) where state in ('open', 'snoozed');
