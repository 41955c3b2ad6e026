/** The default time limit for delegated work. */
export const delegatedMinutes = 5
