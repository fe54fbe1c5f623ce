/** Whether the gate is open in a list in the reference's form: `CPUStartupBoost=true,InPlace=false`. */
export function gateIsOn(gates: string, name: string): boolean {
  return gates.split(',').includes(`${name}=true`);
}
