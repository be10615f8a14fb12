/** The last four characters of a number. */
export const masked = (number: string | null): string | null => (number ? `•••• ${number.slice(-4)}` : null);
