import type { Result } from '@convene/domain'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'
import type { Change, TextFile } from './change.ts'
import type { ReadMarks } from './read-marks.ts'

/** A file that a call names, and what it shall become; `after` undefined removes it. */
export type Wish = {
  readonly path: string
  readonly become: (now: TextFile | undefined) => Result<Pick<Change, 'after' | 'mode'>>
}

/** What a call comes to: one wish for each file. */
export type Wishes<Input> = (input: Input) => Result<readonly Wish[]>

export type WritingTool<Input> = Pick<Tool<Input>, 'name' | 'description' | 'input'> & {
  /** Loaded with the first call. */
  readonly wishes: () => Promise<Wishes<Input>>
}

/** A tool that changes files: all of them or none, only what was read and judged, and so that it can be taken back. */
export const writingTool = <Input>(marks: ReadMarks, { wishes, ...tool }: WritingTool<Input>): Tool<Input> =>
  lazyTool({ ...tool, permission: 'edit', readOnly: false, reaches: ['files'] }, async () =>
    (await import('./writing-work.ts')).writingWork(tool.name, marks, await wishes()),
  )
