import type { Problem } from '@convene/protocol'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { ProblemList } from '../ui/problem-list.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'

export type DraftPrompt = { readonly agent: string; readonly name: string; readonly text: string }

/** Problems, final prompt and file of the draft. */
export function DraftAside(props: {
  readonly problems: readonly Problem[]
  readonly prompts: readonly DraftPrompt[]
  readonly text: string
  readonly isChecking: boolean
}) {
  const [tab, setTab] = useState('prompt')
  return (
    <aside
      aria-label="Preview"
      aria-busy={props.isChecking}
      className="sticky top-0 flex h-[min(720px,calc(100dvh-128px))] flex-col overflow-hidden rounded-lg border border-line bg-surface max-laptop:static max-laptop:h-120"
    >
      <Tabs
        label="Preview"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'prompt', label: 'Final prompt', content: <Prompts prompts={props.prompts} /> },
          { id: 'problems', label: 'Problems', count: props.problems.length, content: <Faults {...props} /> },
          { id: 'file', label: 'File', content: <Text text={props.text} /> },
        ]}
      />
    </aside>
  )
}

function Faults({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return <Empty icon={CircleCheck} title="No problems" />
  return (
    <div className="p-3">
      <ProblemList problems={problems} here />
    </div>
  )
}

function Prompts({ prompts }: { readonly prompts: readonly DraftPrompt[] }) {
  const [agent, setAgent] = useState('')
  const shown = prompts.find((prompt) => prompt.agent === agent) ?? prompts[0]
  if (!shown) return <p className="p-4 text-muted">The final prompt appears here once there are no problems.</p>
  return (
    <div className="flex flex-col">
      {prompts.length > 1 && (
        <div className="border-b border-line p-3">
          <Choice
            label="Agent"
            value={shown.agent}
            options={prompts.map((prompt) => ({ value: prompt.agent, label: oneLine(prompt.name) }))}
            onChange={setAgent}
            className="w-full"
          />
        </div>
      )}
      <Text text={shown.text} />
    </div>
  )
}

const Text = ({ text }: { readonly text: string }) => (
  <pre className="p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{neutral(text)}</pre>
)
