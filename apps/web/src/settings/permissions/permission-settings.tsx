import type { Rules } from '@convene/domain'
import { countText } from '@convene/domain'
import { Fold } from '../../ui/fold.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import type { EditableSettings } from '../form/use-settings.ts'
import { PermissionTester } from './permission-tester.tsx'
import { ruleRows } from './rule-rows.ts'
import { RulesEditor } from './rules-editor.tsx'

type Layer = { readonly layer: string; readonly rules: Rules }

/** Permission rules: allow, ask or deny. */
export function PermissionSettings({ settings }: { readonly settings: EditableSettings }) {
  const { value, scope } = settings
  const own = (value?.layers[scope].permissions ?? {}) as Rules
  const inForce = (value?.settings.permissions ?? []) as unknown as readonly Layer[]
  const others = inForce.filter(({ layer }) => layer !== scope)
  const save = (rules: Rules) => void settings.save([{ path: ['permissions'], value: rules }])
  const usual = (value?.defaultRules ?? {}) as Rules
  return (
    <>
      <Section title="Try it" hint="Checks a call against the current rules without running it.">
        <PermissionTester version={JSON.stringify(inForce)} />
      </Section>
      <Section
        title={scope === 'user' ? 'Your rules' : 'Workspace rules'}
        hint="Within a layer, the last matching rule wins. Across layers, the strictest wins. * matches anything."
      >
        <fieldset disabled={!settings.canChange}>
          <RulesEditor rules={own} onChange={save} />
        </fieldset>
      </Section>
      {others.map(({ layer, rules }) => (
        <Fold
          key={layer}
          label={layer === 'user' ? 'Your rules' : `Rules of the ${layer}`}
          note={countText(ruleRows(rules).length, 'rule')}
        >
          <RuleList rules={rules} />
        </Fold>
      ))}
      <Fold label="Built-in rules" note="Used unless you add your own">
        <RuleList rules={usual} />
      </Fold>
    </>
  )
}

function RuleList({ rules }: { readonly rules: Rules }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
      {ruleRows(rules).map(({ permission, pattern, action }) => (
        <div key={`${permission}:${pattern}`} className="contents">
          <dt className="truncate font-mono">
            {oneLine(permission)}
            <span className="text-muted">:{oneLine(pattern)}</span>
          </dt>
          <dd className="text-muted">{action}</dd>
        </div>
      ))}
    </dl>
  )
}
