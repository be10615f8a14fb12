-- What makes two items the same thing is kept as a hash: an index takes no text of more than some 2,700 bytes.
update items.item set identity = 'url:' || encode(sha256(convert_to(substr(identity, 5), 'UTF8')), 'hex')
where identity like 'url:%';
