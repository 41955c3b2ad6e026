const editing: ReadonlySet<string> = new Set(['edit', 'multiedit', 'patch', 'write'])

/**
 * Whether the user sees a diff before a call. The tool decides: text from any other may look like a diff, and must be
 * shown verbatim.
 */
export const showsDiff = (tool: string): boolean => editing.has(tool)
