/** A refusal with a message that the caller's model can act on. */
export class Refused extends Error {}
