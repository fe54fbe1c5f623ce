/** Whether the gate is on in a list as the reference takes it: `CPUStartupBoost=true,InPlace=false`. */
export function gateIsOn(gates: string, name: string): boolean {
  return gates.split(',').includes(`${name}=true`);
}
