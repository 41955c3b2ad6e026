const editing: ReadonlySet<string> = new Set(['edit', 'multiedit', 'patch', 'write'])

/**
 * Whether the user sees a diff before a call. The tool decides: the text of any other may look like a diff,
 * and must be shown as it is.
 */
export const showsDiff = (tool: string): boolean => editing.has(tool)
