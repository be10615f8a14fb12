/**
 * An icon of a manifest, drawn from the `d` of its path: the outline, or the filled form when its area is current. 20 ×
 * 20.
 */
export function NavIcon({ icon }: { icon: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d={icon} />
    </svg>
  );
}
