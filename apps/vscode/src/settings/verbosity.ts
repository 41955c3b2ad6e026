/** How much of a run the chat shows. */
export type EditorVerbosity = 'brief' | 'detailed' | 'full'
