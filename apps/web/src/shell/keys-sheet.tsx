import { approaches } from '@convene/reading'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { arrange } from '../ui/layout.ts'

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Mod+K', 'Commands'],
      ['?', 'Show shortcuts'],
      ['J', 'Next session'],
      ['K', 'Previous session'],
      ['Escape', 'Close the open dialog'],
    ],
  ],
  [
    'On the start page',
    [
      [`1–${approaches.length}`, 'Choose what you want'],
      ['Mod+Enter', 'Start'],
    ],
  ],
  [
    'In a session',
    [
      ['T', 'Story or transcript'],
      ['1–3', 'Use this answer, of several opinions'],
      [']', 'Details'],
      ['i', 'Write'],
      ['@', 'Message one agent'],
      ['/', 'Session commands'],
    ],
  ],
  [
    'When you are asked',
    [
      ['Y', 'Allow once, or approve'],
      ['S', 'Allow for this session'],
      ['A', 'Allow always'],
      ['E', 'Edit'],
      ['N', 'Deny, or send back'],
    ],
  ],
  [
    'While reviewing a build',
    [
      ['J', 'Next change'],
      ['K', 'Previous change'],
      ['A', 'Keep it'],
      ['X', 'Undo it'],
      ['C', 'Comment on it'],
      ['Shift+A', 'Keep everything'],
      ['Shift+X', 'Undo everything'],
      ['Shift+C', 'Commit'],
      ['Shift+P', 'Open a pull request'],
    ],
  ],
  [
    'While writing',
    [
      ['Enter', 'Send'],
      ['Shift+Enter', 'New line'],
    ],
  ],
  [
    'While grading',
    [
      ['1', 'The first answer is better'],
      ['2', 'The second answer is better'],
      ['0', 'Tie'],
      ['U', 'Undo'],
    ],
  ],
]

/** All keyboard shortcuts. */
export function KeysSheet() {
  return (
    <Dialog open onClose={() => arrange({ isKeysOpen: false })} title="Keyboard shortcuts" shape="wide" isText>
      <div className="columns-2 gap-x-10 px-5 pt-1 max-tablet:columns-1">
        {groups.map(([title, rows]) => (
          <section key={title} className="flex break-inside-avoid flex-col gap-2 pb-6">
            <h3 className="text-sm text-muted">{title}</h3>
            <dl className="flex flex-col gap-2">
              {rows.map(([keys, text]) => (
                <div key={keys} className="flex items-center justify-between gap-4">
                  <dt>{text}</dt>
                  <dd>
                    <KeyCaps keys={keys} everywhere />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
