/** How a panel works: a decision between answers, a moderated discussion, or an estimate. */
export type ProtocolName = 'decide' | 'discuss' | 'estimate'
