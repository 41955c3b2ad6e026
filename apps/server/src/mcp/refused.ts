/** Something that the caller did wrong or cannot have, in words that its model can act on. */
export class Refused extends Error {}
