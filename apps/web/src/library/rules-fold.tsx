import type { Rules } from '@convene/domain'
import { countText } from '@convene/domain'
import { RulesEditor } from '../settings/permissions/rules-editor.tsx'
import { Fold } from '../ui/fold.tsx'

/** The permissions of a team or an agent, collapsed to their number. */
export function RulesFold(props: { readonly rules: Rules; readonly onChange: (rules: Rules) => void }) {
  return (
    <Fold label="Permissions" note={countText(Object.keys(props.rules).length, 'rule')}>
      <RulesEditor rules={props.rules} onChange={props.onChange} />
    </Fold>
  )
}
