/** Default labels of lists and tables; specification §9. */
export const labels = {
  noData: "No data available",
  loading: "Loading...",
  itemsPerPage: "Items per page:",
  rowsPerPage: "Rows per page:",
  noMatch: "No matching records found",
} as const;
