/** What a run can write for other programs. */
export const reviewFormats = ['md', 'json', 'sarif', 'junit', 'github'] as const
export type ReviewFormat = (typeof reviewFormats)[number]
