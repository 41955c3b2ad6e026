/** How a role reads: what it looks at, which words and files it watches for, what it would ask. */
export type Stance = {
  readonly key: string
  readonly named: RegExp
  readonly looksAt: string
  readonly watches: string
  readonly paths: RegExp
  readonly misses: { readonly what: string; readonly path: RegExp }
  readonly asks: readonly string[]
  readonly modelWould: string
}

const TESTS = { what: 'a test file', path: /test|spec/i }
const DOCUMENTS = { what: 'a document other than the README', path: /(?<!readme)\.(md|rst|adoc)$/i }

/** Order matters: the first stance whose words match an agent's name is used. */
export const stances: readonly Stance[] = [
  {
    key: 'devils-advocate',
    named: /devil|contrarian|red.?team|critic\b|sceptic|skeptic|pessimist|challeng/i,
    looksAt: 'what speaks against it',
    watches:
      'not never cannot must only fail failure limit risk problem todo fixme deprecated breaking unsupported except without however',
    paths: /todo|changelog|limit|known|issue|migrat|decision/i,
    misses: { what: 'a list of known problems or past decisions', path: /todo|known|issue|decision|adr|postmortem/i },
    asks: [
      'What would have to be true for this to be the wrong thing to do?',
      'What was tried before, and why was it given up?',
      'Who pays if this goes wrong, and how would you notice?',
    ],
    modelWould: 'build the strongest case against the goal from these lines',
  },
  {
    key: 'security',
    named: /secur|threat|privacy|infosec|pentest/i,
    looksAt: 'what can be abused: input, secrets, rights',
    watches:
      'auth authenticate authorize permission token secret password credential key session cookie csrf injection sanitize validate escape encrypt trust untrusted policy access role login user input sandbox vulnerability hostile attack',
    paths: /auth|secur|permission|login|session|crypt|policy|middleware|guard|valid/i,
    misses: { what: 'a security policy', path: /security|threat/i },
    asks: [
      'Which input that reaches this code comes from outside, and who checks it?',
      'Which secrets and rights does this need, and where do they live?',
      'What could someone do afterwards that they cannot do today?',
    ],
    modelWould: 'follow untrusted input through the code around these lines',
  },
  {
    key: 'performance',
    named: /perf|speed|latenc|scal(e|ing|ab)|optimi[sz]er/i,
    looksAt: 'what it costs in time and memory',
    watches:
      'performance slow fast cache latency memory batch queue stream async parallel concurrent loop query index timeout pool limit bench benchmark throughput load scale lazy cpu cost',
    paths: /bench|perf|cache|queue|pool|stream|worker|index/i,
    misses: { what: 'a benchmark', path: /bench|perf/i },
    asks: [
      'How often does this happen, and how long may it take?',
      'What is the largest case seen so far, and the largest to expect?',
      'Which number, measured today, would show that it got better?',
    ],
    modelWould: 'estimate where time goes around these lines and what to measure',
  },
  {
    key: 'qa',
    named: /\bqa\b|\btest(er|ing|s)?\b|quality/i,
    looksAt: 'how a failure would show',
    watches:
      'test spec expect assert fixture mock coverage edge case empty invalid error fail regression flaky null undefined boundary verify check',
    paths: /test|spec|fixture|e2e/i,
    misses: TESTS,
    asks: [
      'Which example must pass before this counts as done?',
      'Which odd input is not covered today?',
      'Which one command reproduces the case you have in mind?',
    ],
    modelWould: 'turn these lines into test cases, edge cases first',
  },
  {
    key: 'devops',
    named: /dev.?ops|\bsre\b|ops\b|operation|infra|platform|release|deploy/i,
    looksAt: 'how it is built, shipped, watched and undone',
    watches:
      'deploy release build docker container ci pipeline environment config port health log monitor rollback version install script start migrate server cloud secret backup restart',
    paths: /docker|compose|deploy|infra|k8s|helm|terraform|makefile|package\.json|script|config|\.ya?ml$/i,
    misses: { what: 'a container or deployment file', path: /docker|compose|deploy|helm|terraform|k8s|procfile/i },
    asks: [
      'How would this be rolled back at three in the morning?',
      'Which environment shows a mistake before users do?',
      'What has to keep running while this changes?',
    ],
    modelWould: 'lay out the steps of a safe release from these lines',
  },
  {
    key: 'ux',
    named: /\bux\b|\bui\b|user experience|usab|accessib|design(er)?\b/i,
    looksAt: 'what users see and do',
    watches:
      'user people screen page click button message label help prompt show view form error empty keyboard accessible color text option command output onboarding guide',
    paths: /readme|guide|view|page|component|screen|cli|help|ui|web|template|\.(tsx|vue|svelte|html)$/i,
    misses: {
      what: 'a screen, a view or a user guide',
      path: /view|page|screen|guide|component|\.(tsx|vue|svelte|html)$/i,
    },
    asks: [
      'What does a user see at the moment this happens?',
      'Which three steps does a new user take to get there?',
      'What does the message say when it goes wrong?',
    ],
    modelWould: "walk through a user's steps and rewrite what they read",
  },
  {
    key: 'architect',
    named: /architect|structure|system design/i,
    looksAt: 'structure: boundaries, dependencies, what is hard to undo',
    watches:
      'module layer boundary interface depend dependency package component service contract port adapter schema import coupling architecture design domain engine core structure decision workspace',
    paths: /architect|design|adr|decision|schema|core|domain|index\.\w+$|package\.json|contracts?/i,
    misses: { what: 'a document about the architecture', path: /architect|design|adr|decisions?\//i },
    asks: [
      'Which part owns this today, and which part should?',
      'What depends on it and would have to change with it?',
      'Which step cannot be undone cheaply?',
    ],
    modelWould: 'draw the boundaries these lines imply and compare two shapes',
  },
  {
    key: 'planner',
    named: /plan|manager|coordinat|orchestrat|lead\b|head\b|product/i,
    looksAt: 'order, owners and what has to be true first',
    watches:
      'plan step phase first then before after depend milestone todo next require scope goal task owner deadline roadmap priority done migrate',
    paths: /plan|roadmap|todo|readme|contributing|changelog|docs?\//i,
    misses: { what: 'a plan or a roadmap', path: /plan|roadmap|todo|milestone/i },
    asks: [
      'What is the smallest part of this that is useful alone?',
      'What has to be finished before it can start?',
      'How will you know that it is done?',
    ],
    modelWould: 'cut the work into steps with owners and a check for each',
  },
  {
    key: 'reviewer',
    named: /review|audit|editor|judge|evaluat|moderat/i,
    looksAt: 'what does not fit together',
    watches:
      'todo fixme hack should must never always consistent duplicate error handle return throw missing naming comment rule convention style contract break',
    paths: /src\/|lib\/|contributing|style|lint|rule/i,
    misses: { what: 'a written convention', path: /contributing|style|convention|lint|agents\.md/i },
    asks: [
      'Which rule of this project does this have to follow?',
      'Where do the documents and the code disagree?',
      'What would you refuse to merge?',
    ],
    modelWould: 'read the code around these lines and list what it would send back',
  },
  {
    key: 'researcher',
    named: /research|analyst|scout|investigat|scholar|librarian/i,
    looksAt: 'what is written down, and what it rests on',
    watches:
      'because reason measured compare source reference paper standard version decision alternative study result evidence note see according known',
    paths: /docs?\/|readme|decision|adr|notes?|changelog|\.md$/i,
    misses: DOCUMENTS,
    asks: [
      'Which source would settle this?',
      'What has been tried elsewhere, and when?',
      'Which of these statements is older than the code?',
    ],
    modelWould: 'compare these statements with sources outside the workspace',
  },
  {
    key: 'explorer',
    named: /explor|navigat|general|finder/i,
    looksAt: 'where things are',
    watches:
      'main entry index export start command route handler register load init config path module folder public api',
    paths: /index\.|main\.|app\.|cli|route|server|src\//i,
    misses: { what: 'an entry point such as main or index', path: /(^|\/)(main|index|app|cli|server)\.\w+$/i },
    asks: [
      'Where does this start when the program runs?',
      'Which file would you show to a newcomer?',
      'Is this in one place, or spread over several?',
    ],
    modelWould: 'follow the calls from these lines and draw the map',
  },
  {
    key: 'domain-expert',
    named: /domain|expert|business|specialist|legal|finance|customer/i,
    looksAt: 'the words and rules of the subject itself',
    watches:
      'rule must means called term customer order account state event policy business domain model define definition glossary vocabulary invariant',
    paths: /domain|model|glossary|context|readme|docs?\/|rule|schema/i,
    misses: { what: 'a glossary of the words used here', path: /glossary|context\.md|vocabulary|terms/i },
    asks: [
      'What exactly do these words mean to the people who use them?',
      'Which rule has an exception that nobody wrote down?',
      'Who decides when two meanings disagree?',
    ],
    modelWould: 'check these lines against how the subject really works',
  },
  {
    key: 'optimist',
    named: /optimis|visionar|enthusias|proponent/i,
    looksAt: 'what already helps',
    watches:
      'support supports already ready works available simple easy allow enable reuse provide built-in complete stable fast can',
    paths: /readme|feature|guide|example|api|docs?\//i,
    misses: { what: 'an example to start from', path: /example|sample|demo|guide/i },
    asks: [
      'What becomes possible once this exists?',
      'Which existing part already does half of it?',
      'Who would benefit first?',
    ],
    modelWould: 'build the strongest case for the goal from these lines',
  },
  {
    key: 'pragmatist',
    named: /pragmat|realist|minimal/i,
    looksAt: 'the smallest thing that would work',
    watches: 'simple small only default existing use reuse option setting enough instead config script quick single',
    paths: /package\.json|config|script|src\/|readme|setting/i,
    misses: { what: 'a settings or configuration file', path: /config|setting|\.toml$|\.ya?ml$/i },
    asks: [
      'What is the least that would be good enough?',
      'What can be left out for now?',
      'Which existing part already does most of it?',
    ],
    modelWould: 'propose the smallest change and say what it leaves open',
  },
  {
    key: 'coder',
    named: /cod(er|ing)|develop|programm|implement|worker|builder|debug|engineer/i,
    looksAt: 'the code that would change',
    watches:
      'function class export return throw catch error handle parse async await type interface method call import test fix bug',
    paths: /src\/|lib\/|app\/|\.(ts|js|py|go|rs|java|rb|cs|php|kt|swift|c|cpp)$/i,
    misses: TESTS,
    asks: ['Which call shows the problem today?', 'Which function would you change first?', 'What must stay as it is?'],
    modelWould: 'write the change and run the tests',
  },
]

/** For an agent whose name and prompt match no stance: it watches for the words in its prompt. */
export const ownWords: Stance = {
  key: 'own-words',
  named: /^/,
  looksAt: 'the words in its prompt',
  watches: '',
  paths: /readme|docs?\/|src\//i,
  misses: DOCUMENTS,
  asks: [
    'What would a good answer change for you?',
    'What have you already ruled out?',
    'Who else has a say in this?',
    'By when does it have to be settled?',
  ],
  modelWould: 'answer in its own words and give reasons',
}
