/** How an ask is named among those of all sessions: `5V8Q2K7N:1/coder/c2-1`. */
export const approvalId = (session: string, ask: string): string => `${session.slice(-8)}:${ask.replace(/\/ask$/u, '')}`
