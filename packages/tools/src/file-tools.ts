import { editTool, multieditTool } from './change/edit-tool.ts'
import { patchTool } from './change/patch-tool.ts'
import { readMarks } from './change/read-marks.ts'
import { type EditorBuffers, withBuffers } from './change/unsaved.ts'
import { writeTool } from './change/write-tool.ts'
import { globTool } from './glob/glob-tool.ts'
import { grepTool } from './grep/grep-tool.ts'
import { listTool } from './list/list-tool.ts'
import type { OutputLog } from './read/read-output.ts'
import { readTool } from './read/read-tool.ts'
import { skillTool } from './skill/skill-tool.ts'
import { todoTool } from './todo/todo-tool.ts'
import type { Tool } from './tool.ts'

export type FileToolOptions = {
  /** The user's data folder: long outputs, and what was read before. */
  readonly home: string
  /** Where shortened outputs can be read back from. */
  readonly log?: OutputLog
  /** What is open in an editor. */
  readonly buffers?: EditorBuffers
}

/** The tools that read, find and change files, and the to-do list. */
export function fileTools({ home, log, buffers }: FileToolOptions): readonly Tool[] {
  const marks = withBuffers(readMarks(home), buffers)
  return [
    readTool({ home, marks, log, buffers }),
    listTool(),
    globTool(home),
    grepTool(home),
    writeTool(marks),
    editTool(marks),
    multieditTool(marks),
    patchTool(marks),
    todoTool(),
    skillTool(),
  ]
}
