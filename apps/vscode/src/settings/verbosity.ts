/** How much of a run the chat shows. */
export type Verbosity = 'brief' | 'detailed' | 'full'
