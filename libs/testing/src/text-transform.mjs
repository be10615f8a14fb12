/** Jest transform: a text file (SQL) becomes a module whose default export is the text, as the builds do. */
export default {
  process: (text) => ({ code: `export default ${JSON.stringify(text)};` }),
};
