import type { Output } from '@convene/protocol'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'

type Trial = Output<'testTool'>

const tones: Readonly<Record<Trial['action'], BadgeTone>> = { allow: 'good', ask: 'warning', deny: 'bad' }
const words: Readonly<Record<Trial['action'], string>> = { allow: 'Allowed', ask: 'Asks you', deny: 'Denied' }

/** Where a rule comes from. */
const origins: { readonly [layer: string]: string } = {
  safety: 'the built-in rules',
  user: 'your settings',
  workspace: 'the workspace',
  team: 'the team',
  session: 'the session',
  agent: 'the agent',
}

const from = (layer: string): string => origins[layer] ?? layer

/** Checks a call against the current rules without running it. */
export function PermissionTester({ version }: { readonly version: string }) {
  const [call, setCall] = useState('bash:git push')
  const [agent, setAgent] = useState('anybody')
  const [asked, setAsked] = useState('')
  const agents = useWorkspaceCall((client, place) => client.agents(place))
  const request = { call: asked, ...(agent !== 'anybody' && { agent }) }
  const { value, refusal, isLoading } = useWorkspaceCall(
    (client, place) => (asked ? client.testTool({ ...place, ...request }) : null),
    [request, version],
  )
  const options = [
    { value: 'anybody', label: 'Any agent' },
    ...(agents.value?.items.map(({ agent: { slug, name } }) => ({ value: slug, label: oneLine(name) })) ?? []),
  ]
  return (
    <Form
      onSubmit={() => setAsked(call.trim())}
      className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-3 max-tablet:flex-wrap">
        <Field
          label="Tool call"
          className="min-w-48 flex-1"
          value={call}
          spellCheck={false}
          error={refusal?.message}
          hint="Tool and target: bash:git push, edit:src/main.ts, webfetch:https://example.com"
          onChange={(event) => setCall(event.target.value)}
        />
        <ChoiceField
          label="Agent"
          value={agent}
          options={options}
          onChange={setAgent}
          className="flex w-40 flex-col gap-1"
        />
        <Button type="submit" icon={FlaskConical} disabled={!call.trim()} className="mt-6">
          {asked && isLoading ? 'Testing' : 'Test'}
        </Button>
      </div>
      <div aria-live="polite" className="empty:-mt-4">
        {value && <Verdict trial={value} />}
      </div>
    </Form>
  )
}

function Verdict({ trial }: { readonly trial: Trial }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[trial.action]}>{words[trial.action]}</Badge>
        <span className="text-muted">
          by the rule <code className="font-mono text-sm text-ink">{oneLine(trial.rule)}</code> from {from(trial.layer)}
        </span>
      </p>
      {(trial.of.length > 1 || trial.of.some(({ note }) => note)) && (
        <ul className="flex flex-col gap-2">
          {trial.of.map((part) => (
            <li key={`${part.permission}:${part.target}`} className="flex items-start gap-2 text-sm">
              <Badge tone={tones[part.action]}>{words[part.action]}</Badge>
              <span className="min-w-0 wrap-anywhere">
                <code className="font-mono">
                  {part.permission}:{neutral(part.target)}
                </code>
                <span className="text-muted">
                  {' '}
                  {oneLine(part.rule)} · {from(part.layer)}
                  {part.note && ` · ${oneLine(part.note)}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
