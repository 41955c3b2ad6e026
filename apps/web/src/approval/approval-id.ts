/** How an ask is named among those of all sessions. */
export const approvalId = (session: string, ask: string): string => `${session}:${ask}`
