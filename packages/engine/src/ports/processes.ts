/** A process on this machine. A pid alone is not enough: it is reused after its process is gone. */
export type ProcessMark = { readonly pid: number; readonly startedAt: number }

export interface Processes {
  readonly self: ProcessMark
  alive(mark: ProcessMark): boolean
}
