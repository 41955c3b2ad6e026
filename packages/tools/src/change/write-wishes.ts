import { ok } from '@convene/domain'
import { viewOf } from './line-ends.ts'
import type { WriteInput } from './write-tool.ts'
import type { Wishes } from './writing-tool.ts'

/** A file with this content; what is there already keeps its line ends. */
export const writeWishes: Wishes<WriteInput> = ({ path, content }) =>
  ok([
    {
      path,
      become: (now) => {
        if (!now) return ok({ after: content })
        const view = viewOf(now.text)
        return ok({ after: view.back(view.adopt(content)) })
      },
    },
  ])
