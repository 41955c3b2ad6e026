/** A language: its grammar, and the symbol kind for each node type. */
export type Language = {
  readonly name: string
  readonly grammar: string
  readonly endings: readonly string[]
  readonly symbols: { readonly [nodeType: string]: string }
}

const script = {
  function_declaration: 'function',
  generator_function_declaration: 'function',
  function_signature: 'function',
  class_declaration: 'class',
  abstract_class_declaration: 'class',
  interface_declaration: 'interface',
  type_alias_declaration: 'type',
  enum_declaration: 'enum',
  internal_module: 'namespace',
  module: 'module',
  method_definition: 'method',
  method_signature: 'method',
  abstract_method_signature: 'method',
  property_signature: 'property',
  public_field_definition: 'field',
  field_definition: 'field',
  variable_declarator: 'constant',
}

const cFamily = {
  function_definition: 'function',
  class_specifier: 'class',
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
  namespace_definition: 'namespace',
  type_definition: 'type',
  alias_declaration: 'type',
  field_declaration: 'field',
  declaration: 'declaration',
  preproc_function_def: 'macro',
}

/** Every supported language. C uses the C++ grammar, which covers it. */
export const languages: readonly Language[] = [
  { name: 'TypeScript', grammar: 'typescript', endings: ['ts', 'mts', 'cts'], symbols: script },
  { name: 'TSX', grammar: 'tsx', endings: ['tsx'], symbols: script },
  { name: 'JavaScript', grammar: 'javascript', endings: ['js', 'mjs', 'cjs', 'jsx'], symbols: script },
  {
    name: 'Python',
    grammar: 'python',
    endings: ['py', 'pyi'],
    symbols: { class_definition: 'class', function_definition: 'function', assignment: 'constant' },
  },
  {
    name: 'Go',
    grammar: 'go',
    endings: ['go'],
    symbols: {
      function_declaration: 'function',
      method_declaration: 'method',
      type_spec: 'type',
      type_alias: 'type',
      const_spec: 'constant',
      var_spec: 'variable',
      method_elem: 'method',
    },
  },
  {
    name: 'Rust',
    grammar: 'rust',
    endings: ['rs'],
    symbols: {
      mod_item: 'module',
      struct_item: 'struct',
      enum_item: 'enum',
      union_item: 'union',
      trait_item: 'trait',
      impl_item: 'impl',
      function_item: 'function',
      function_signature_item: 'function',
      const_item: 'constant',
      static_item: 'static',
      type_item: 'type',
      macro_definition: 'macro',
    },
  },
  {
    name: 'Java',
    grammar: 'java',
    endings: ['java'],
    symbols: {
      class_declaration: 'class',
      interface_declaration: 'interface',
      enum_declaration: 'enum',
      record_declaration: 'record',
      annotation_type_declaration: 'annotation',
      method_declaration: 'method',
      constructor_declaration: 'constructor',
      field_declaration: 'field',
    },
  },
  {
    name: 'C#',
    grammar: 'c-sharp',
    endings: ['cs'],
    symbols: {
      namespace_declaration: 'namespace',
      file_scoped_namespace_declaration: 'namespace',
      class_declaration: 'class',
      struct_declaration: 'struct',
      interface_declaration: 'interface',
      enum_declaration: 'enum',
      record_declaration: 'record',
      delegate_declaration: 'delegate',
      method_declaration: 'method',
      constructor_declaration: 'constructor',
      property_declaration: 'property',
      field_declaration: 'field',
      event_field_declaration: 'event',
    },
  },
  { name: 'C', grammar: 'cpp', endings: ['c', 'h'], symbols: cFamily },
  { name: 'C++', grammar: 'cpp', endings: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx'], symbols: cFamily },
  {
    name: 'PHP',
    grammar: 'php',
    endings: ['php'],
    symbols: {
      namespace_definition: 'namespace',
      class_declaration: 'class',
      interface_declaration: 'interface',
      trait_declaration: 'trait',
      enum_declaration: 'enum',
      function_definition: 'function',
      method_declaration: 'method',
      property_element: 'property',
      const_element: 'constant',
    },
  },
  {
    name: 'Ruby',
    grammar: 'ruby',
    endings: ['rb', 'rake'],
    symbols: { module: 'module', class: 'class', method: 'method', singleton_method: 'method', assignment: 'constant' },
  },
  {
    name: 'Bash',
    grammar: 'bash',
    endings: ['sh', 'bash'],
    symbols: { function_definition: 'function', variable_assignment: 'variable' },
  },
  {
    name: 'PowerShell',
    grammar: 'powershell',
    endings: ['ps1', 'psm1'],
    symbols: { function_statement: 'function', class_statement: 'class', class_method_definition: 'method' },
  },
  {
    name: 'CSS',
    grammar: 'css',
    endings: ['css'],
    symbols: { rule_set: 'rule', media_statement: 'media', keyframes_statement: 'keyframes' },
  },
  { name: 'INI', grammar: 'ini', endings: ['ini', 'cfg', 'editorconfig'], symbols: { section: 'section' } },
]

/** The language of a file, by extension. */
export function languageOf(path: string): Language | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return languages.find((language) => language.endings.includes(ending))
}
