import type { Action, Rules } from '@convene/domain'
import { Plus, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { type RuleRow, ruleRows, rulesOf, withRow } from './rule-rows.ts'

const actions = [
  { value: 'allow', label: 'Allow' },
  { value: 'ask', label: 'Ask' },
  { value: 'deny', label: 'Deny' },
]

const usual = ['bash', 'edit', 'read', 'webfetch', 'websearch', 'task', 'mcp']

/** An editable table of rules. The last matching row wins. */
export function RulesEditor(props: { readonly rules: Rules; readonly onChange: (rules: Rules) => void }) {
  const rows = ruleRows(props.rules)
  const set = (next: readonly RuleRow[]) => props.onChange(rulesOf(next))
  return (
    <div className="flex flex-col rounded-md border border-line bg-surface">
      {rows.length > 0 && (
        <ul aria-label="Rules" className="flex flex-col divide-y divide-line border-b border-line">
          {rows.map((row) => (
            <li key={`${row.permission}:${row.pattern}`} className="flex items-center gap-2 px-3 py-2">
              <code className="min-w-0 flex-1 truncate font-mono text-sm">
                {oneLine(row.permission)}
                <span className="text-muted">:{oneLine(row.pattern)}</span>
              </code>
              <Choice
                label={`Action for ${row.permission}:${row.pattern}`}
                value={row.action}
                options={actions}
                onChange={(action) => set(withRow(rows, { ...row, action: action as Action }))}
              />
              <IconButton
                label={`Remove the rule ${row.permission}:${row.pattern}`}
                icon={X}
                onClick={() => set(rows.filter((one) => one !== row))}
              />
            </li>
          ))}
        </ul>
      )}
      <NewRule onAdd={(row) => set(withRow(rows, row))} />
    </div>
  )
}

/** Not a `form` element, because it is used inside forms. */
function NewRule({ onAdd }: { readonly onAdd: (row: RuleRow) => void }) {
  const [permission, setPermission] = useState('')
  const [pattern, setPattern] = useState('')
  const [action, setAction] = useState<Action>('ask')
  const isWhole = /^[\w*?-]+$/u.test(permission)
  const add = () => {
    if (!isWhole) return
    onAdd({ permission, pattern: pattern.trim() || '*', action })
    setPermission('')
    setPattern('')
  }
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <RuleField
        aria-label="Permission of the new rule"
        placeholder="bash"
        list="permissions"
        value={permission}
        onText={(text) => setPermission(text.trim())}
        onEnter={add}
        className="w-28"
      />
      <datalist id="permissions">
        {usual.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <RuleField
        aria-label="Pattern of the new rule"
        placeholder="git push *"
        value={pattern}
        onText={setPattern}
        onEnter={add}
        className="min-w-32 flex-1"
      />
      <Choice
        label="Action of the new rule"
        value={action}
        options={actions}
        onChange={(value) => setAction(value as Action)}
      />
      <Button icon={Plus} disabled={!isWhole} onClick={add}>
        Add<span className="sr-only"> the rule</span>
      </Button>
    </div>
  )
}

type RuleFieldProps = ComponentProps<'input'> & {
  readonly onText: (text: string) => void
  readonly onEnter: () => void
}

/** Part of a rule. Enter adds the rule, and does not submit the form around it. */
function RuleField({ onText, onEnter, className, ...rest }: RuleFieldProps) {
  return (
    <input
      {...rest}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
      className={classes(
        'h-8 min-w-0 rounded-md border border-line-field bg-raised px-3 font-mono text-sm transition-colors hover:border-muted',
        className,
      )}
    />
  )
}
