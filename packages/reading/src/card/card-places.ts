/** Where a card is pasted: each place has its own marks for bold and quotes. */
export const cardPlaceNames = ['text', 'slack', 'pull-request', 'email'] as const

export type CardPlace = (typeof cardPlaceNames)[number]
