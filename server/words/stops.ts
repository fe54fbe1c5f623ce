type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'namespace'; readonly namespace: string }
  | { readonly kind: 'vpa'; readonly namespace: string; readonly name: string };

/** What a stop covers: `everything`, `namespace shop`, `shop/web`. */
export function scopeWords(scope: Scope): string {
  switch (scope.kind) {
    case 'all':
      return 'everything';
    case 'namespace':
      return `namespace ${scope.namespace}`;
    case 'vpa':
      return `${scope.namespace}/${scope.name}`;
  }
}
