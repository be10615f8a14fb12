/** What a provider's sealed key is bound to: in another row, or another person's, it does not open. */
export const placeOf = (userId: string, providerId: string) => `provider ${userId} ${providerId}`;
