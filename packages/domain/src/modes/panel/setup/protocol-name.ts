/** How a panel works: a decision between answers, or a moderated discussion. */
export type ProtocolName = 'decide' | 'discuss'
